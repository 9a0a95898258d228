// The port to the hosting platform that setup and deploy use. Every response is validated; a refusal is a PlatformError.
export interface Zone {
  readonly id: string;
  readonly status: string;
  readonly accountId: string;
}

export interface Worker {
  /** Id of the database bound as `DB`; undefined when it has none. */
  readonly database: string | undefined;
  /** Name of the bucket bound as `FILES`. */
  readonly bucket: string | undefined;
}

export interface Queue {
  /** Producers and consumers: names of workers or of other services. */
  readonly users: readonly string[];
}

export interface Domain {
  readonly id: string;
  readonly host: string;
}

export type Row = Readonly<Record<string, unknown>>;

export interface Platform {
  /** The zone of exactly this name, whichever account owns it. */
  zone(name: string): Promise<Zone | undefined>;
  /** The worker that has this host as its custom domain. */
  domainOwner(host: string): Promise<string | undefined>;
  /** The workers whose routes in this zone match the host. */
  routeOwners(zoneId: string, host: string): Promise<string[]>;
  /** The account's subdomain of workers.dev; undefined if it has none. */
  subdomain(): Promise<string | undefined>;
  /** Id of the database. */
  findDatabase(name: string): Promise<string | undefined>;
  /** Whether a database with this id exists. */
  hasDatabase(id: string): Promise<boolean>;
  createDatabase(name: string): Promise<string>;
  hasBucket(name: string): Promise<boolean>;
  createBucket(name: string): Promise<void>;
  findQueue(name: string): Promise<Queue | undefined>;
  createQueue(name: string): Promise<void>;
  worker(name: string): Promise<Worker | undefined>;
  enablePlatformHost(worker: string): Promise<void>;
  /** Runs one statement that only reads. */
  read(databaseId: string, sql: string): Promise<Row[]>;
  /** The Time Travel bookmark of the current state of the database. */
  bookmark(databaseId: string): Promise<string>;
  /** Which of the hosts have DNS records that are not the platform's own. */
  domainConflicts(worker: string, hosts: readonly string[]): Promise<string[]>;
  /** Makes these the worker's custom domains; never overrides an existing domain or DNS record. */
  attachDomains(worker: string, hosts: readonly string[]): Promise<void>;
  /** The worker's custom domains. */
  domainsOf(worker: string): Promise<Domain[]>;
  detachDomain(id: string): Promise<void>;
}

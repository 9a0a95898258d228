// What a checkout must declare before anything is set up from it. Each check answers its faults, one sentence each.
import { PUBLIC_VARIABLES, SECRET_VARIABLES, VARIABLES } from "../../../edition/variables.ts";
import { readConfig } from "../../../kernel/config/index.ts";
import { lockBreaches, unlocked } from "../migrations.ts";
import type { Facts } from "./facts.ts";
import { bindingsOf } from "./shapes.ts";

type Check = (facts: Facts) => string[];

const twice = (names: readonly string[]): string[] => [...new Set(names.filter((name, i) => names.indexOf(name) !== i))];
const when = (fault: boolean, says: string): string[] => (fault ? [says] : []);

const descriptor: Check = ({ operations: { version, edition } }) => [
  ...when(version !== 1, "edition/operations.json: version must be 1"),
  ...when(!/^[a-z][a-z0-9-]+$/.test(edition), "edition/operations.json: edition must be an identifier in small letters"),
];

const bindings: Check = ({ operations, worker }) => {
  const has = bindingsOf(worker).map(({ name, kind }) => `${name} (${kind})`);
  const wants = operations.bindings.map(({ name, kind }) => `${name} (${kind})`);
  return [
    ...wants.filter((one) => !has.includes(one)).map((one) => `wrangler.jsonc: the binding ${one} is missing`),
    ...has.filter((one) => !wants.includes(one)).map((one) => `wrangler.jsonc: the binding ${one} is not the edition's`),
    ...twice(has).map((one) => `wrangler.jsonc: the binding ${one} is there twice`),
  ];
};

const worker: Check = ({ operations, worker: file, exists }) => {
  const consumed = (file.queues?.consumers ?? []).map(({ queue }) => queue);
  const classes = new Set((file.migrations ?? []).flatMap((one) => one.new_sqlite_classes ?? []));
  return [
    ...when(file.main === undefined || !exists(file.main), "wrangler.jsonc: main names no file"),
    ...when(!(file.compatibility_flags ?? []).includes("nodejs_compat"), "wrangler.jsonc: the flag nodejs_compat is missing"),
    ...when(
      !(file.triggers?.crons ?? []).includes(operations.schedule),
      `wrangler.jsonc: the schedule "${operations.schedule}" is missing`,
    ),
    ...(file.queues?.producers ?? []).flatMap(({ queue }) => {
      const dead = file.queues?.consumers?.find((one) => one.queue === queue)?.dead_letter_queue;
      if (!consumed.includes(queue)) return [`wrangler.jsonc: nobody consumes the queue ${queue}`];
      return when(
        dead === undefined || !consumed.includes(dead),
        `wrangler.jsonc: the queue ${queue} needs a dead-letter queue with a consumer`,
      );
    }),
    ...(file.durable_objects?.bindings ?? []).flatMap((one) =>
      when(!classes.has(one.class_name), `wrangler.jsonc: the class ${one.class_name} is in no new_sqlite_classes`),
    ),
    ...(file.d1_databases ?? []).flatMap((one) =>
      when(
        one.migrations_dir !== ".generated/migrations",
        `wrangler.jsonc: ${one.binding} must take its migrations from .generated/migrations`,
      ),
    ),
    ...when(
      file.account_id !== undefined || file.routes !== undefined || file.route !== undefined,
      "wrangler.jsonc: names an account or a route; these belong to a target",
    ),
  ];
};

const variables: Check = ({ worker: file, declared }) => {
  const set = Object.keys(file.vars ?? {});
  const secrets: readonly string[] = SECRET_VARIABLES;
  const publics: readonly string[] = PUBLIC_VARIABLES;
  // Only the name: a fault's own words may quote what was written.
  const faulty = new Set(readConfig(declared, VARIABLES).faults.map((fault) => fault.variable));
  return [
    ...set.filter((name) => secrets.includes(name)).map((name) => `wrangler.jsonc: ${name} is a secret and stands in a committed file`),
    ...set
      .filter((name) => !secrets.includes(name) && !publics.includes(name))
      .map((name) => `wrangler.jsonc: ${name} is no variable of this edition`),
    ...[...faulty].map((name) => `${name}: the declared value is not valid`),
  ];
};

const scripts: Check = ({ operations, pkg, exists }) => [
  ...operations.scripts.flatMap((name) => when(!(name in pkg.scripts), `package.json: the script ${name} is missing`)),
  ...Object.entries(pkg.scripts).flatMap(([name, command]) =>
    (command.match(/\b(?:scripts|bench)\/[\w./-]+/g) ?? [])
      .filter((file) => !exists(file))
      .map((file) => `package.json: ${name} runs ${file}, which does not exist`),
  ),
  ...when(!/^pnpm@\d+\.\d+\.\d+$/.test(pkg.packageManager ?? ""), "package.json: packageManager must pin pnpm exactly"),
  ...["pnpm-lock.yaml", "scripts/toolchain/package-lock.json"].flatMap((file) => when(!exists(file), `${file}: missing`)),
];

const migrations: Check = ({ migrations: all, lock, modules }) => [
  ...lockBreaches(all, lock),
  ...unlocked(all, lock).map((file) => `${file}: not in migrations.lock.json; run the script migrations:prepare`),
  ...when(all.length === 0, "there are no migrations"),
  ...when(modules.length === 0, "the edition mounts no module"),
];

const modules: Check = ({ modules: all, routes, proved }) => {
  const order = all.map(({ name }) => name);
  return [
    ...twice(order).map((name) => `module ${name}: mounted twice`),
    ...all.flatMap(({ name, needs }) =>
      needs
        .filter((other) => !order.includes(other) || order.indexOf(other) >= order.indexOf(name))
        .map((other) => `module ${name}: needs ${other}, which is not mounted before it`),
    ),
    ...twice(routes.map(({ name }) => name)).map((name) => `route ${name}: declared twice`),
    ...twice(routes.map(({ method, path }) => `${method} ${path.replaceAll(/:\w+/g, ":")}`)).map((path) => `route ${path}: mounted twice`),
    ...routes.filter(({ who }) => who !== "anyone" && !proved.has(who)).map(({ name, who }) => `route ${name}: nothing proves ${who}`),
  ];
};

const privacy: Check = ({ ignored }) =>
  [".dev.vars", ".seed/", ".wrangler/"].filter((name) => !ignored.includes(name)).map((name) => `.gitignore: ${name} must be ignored`);

const ALL: readonly Check[] = [descriptor, bindings, worker, variables, scripts, migrations, modules, privacy];

/** Every fault of the checkout, one line each; none when it may be set up from. */
export const checkFacts = (facts: Facts): string[] => ALL.flatMap((check) => check(facts));

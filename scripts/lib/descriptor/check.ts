// Checks what a checkout must declare before it can be set up. Each check returns its faults, one sentence each.
import { PUBLIC_VARIABLES, SECRET_VARIABLES, VARIABLES } from "../../../edition/variables.ts";
import { readConfig } from "../../../kernel/config/index.ts";
import { lockViolations, unlocked } from "../migrations.ts";
import type { Facts } from "./facts.ts";
import { bindingsOf } from "./shapes.ts";

type Check = (facts: Facts) => string[];

const duplicates = (names: readonly string[]): string[] => [...new Set(names.filter((name, i) => names.indexOf(name) !== i))];
const faultIf = (fault: boolean, message: string): string[] => (fault ? [message] : []);

const descriptor: Check = ({ operations: { version, edition } }) => [
  ...faultIf(version !== 1, "edition/operations.json: version must be 1"),
  ...faultIf(!/^[a-z][a-z0-9-]+$/.test(edition), "edition/operations.json: edition must be an identifier in small letters"),
];

const bindings: Check = ({ operations, worker }) => {
  const has = bindingsOf(worker).map(({ name, kind }) => `${name} (${kind})`);
  const wants = operations.bindings.map(({ name, kind }) => `${name} (${kind})`);
  return [
    ...wants.filter((one) => !has.includes(one)).map((one) => `wrangler.jsonc: the binding ${one} is missing`),
    ...has.filter((one) => !wants.includes(one)).map((one) => `wrangler.jsonc: the binding ${one} is not the edition's`),
    ...duplicates(has).map((one) => `wrangler.jsonc: the binding ${one} is there twice`),
  ];
};

const worker: Check = ({ operations, worker: file, exists }) => {
  const consumed = (file.queues?.consumers ?? []).map(({ queue }) => queue);
  const classes = new Set((file.migrations ?? []).flatMap((one) => one.new_sqlite_classes ?? []));
  return [
    ...faultIf(file.main === undefined || !exists(file.main), "wrangler.jsonc: main names no file"),
    ...faultIf(!(file.compatibility_flags ?? []).includes("nodejs_compat"), "wrangler.jsonc: the flag nodejs_compat is missing"),
    ...faultIf(
      !(file.triggers?.crons ?? []).includes(operations.schedule),
      `wrangler.jsonc: the schedule "${operations.schedule}" is missing`,
    ),
    ...(file.queues?.producers ?? []).flatMap(({ queue }) => {
      const dead = file.queues?.consumers?.find((one) => one.queue === queue)?.dead_letter_queue;
      if (!consumed.includes(queue)) return [`wrangler.jsonc: nobody consumes the queue ${queue}`];
      return faultIf(
        dead === undefined || !consumed.includes(dead),
        `wrangler.jsonc: the queue ${queue} needs a dead-letter queue with a consumer`,
      );
    }),
    ...(file.durable_objects?.bindings ?? []).flatMap((one) =>
      faultIf(!classes.has(one.class_name), `wrangler.jsonc: the class ${one.class_name} is in no new_sqlite_classes`),
    ),
    ...(file.d1_databases ?? []).flatMap((one) =>
      faultIf(
        one.migrations_dir !== ".generated/migrations",
        `wrangler.jsonc: ${one.binding} must take its migrations from .generated/migrations`,
      ),
    ),
    ...faultIf(
      file.account_id !== undefined || file.routes !== undefined || file.route !== undefined,
      "wrangler.jsonc: names an account or a route; these belong to a target",
    ),
  ];
};

const variables: Check = ({ worker: file, declared }) => {
  const set = Object.keys(file.vars ?? {});
  const secrets: readonly string[] = SECRET_VARIABLES;
  const publics: readonly string[] = PUBLIC_VARIABLES;
  // Only the name: the message of a fault might quote the value.
  const faulty = new Set(readConfig(declared, VARIABLES).errors.map((fault) => fault.variable));
  return [
    ...set.filter((name) => secrets.includes(name)).map((name) => `wrangler.jsonc: ${name} is a secret and stands in a committed file`),
    ...set
      .filter((name) => !secrets.includes(name) && !publics.includes(name))
      .map((name) => `wrangler.jsonc: ${name} is no variable of this edition`),
    ...[...faulty].map((name) => `${name}: the declared value is not valid`),
  ];
};

const scripts: Check = ({ operations, pkg, exists }) => [
  ...operations.scripts.flatMap((name) => faultIf(!(name in pkg.scripts), `package.json: the script ${name} is missing`)),
  ...Object.entries(pkg.scripts).flatMap(([name, command]) =>
    (command.match(/\b(?:scripts|bench)\/[\w./-]+/g) ?? [])
      .filter((file) => !exists(file))
      .map((file) => `package.json: ${name} runs ${file}, which does not exist`),
  ),
  ...faultIf(!/^pnpm@\d+\.\d+\.\d+$/.test(pkg.packageManager ?? ""), "package.json: packageManager must pin pnpm exactly"),
  ...["pnpm-lock.yaml", "scripts/toolchain/package-lock.json"].flatMap((file) => faultIf(!exists(file), `${file}: missing`)),
];

const migrations: Check = ({ migrations: all, lock, modules }) => [
  ...lockViolations(all, lock),
  ...unlocked(all, lock).map((file) => `${file}: not in migrations.lock.json; run the script migrations:prepare`),
  ...faultIf(all.length === 0, "there are no migrations"),
  ...faultIf(modules.length === 0, "the edition mounts no module"),
];

const modules: Check = ({ modules: all, routes, proved }) => {
  const order = all.map(({ name }) => name);
  return [
    ...duplicates(order).map((name) => `module ${name}: mounted twice`),
    ...all.flatMap(({ name, needs }) =>
      needs
        .filter((other) => !order.includes(other) || order.indexOf(other) >= order.indexOf(name))
        .map((other) => `module ${name}: needs ${other}, which is not mounted before it`),
    ),
    ...duplicates(routes.map(({ name }) => name)).map((name) => `route ${name}: declared twice`),
    ...duplicates(routes.map(({ method, path }) => `${method} ${path.replaceAll(/:\w+/g, ":")}`)).map(
      (path) => `route ${path}: mounted twice`,
    ),
    ...routes.filter(({ who }) => who !== "anyone" && !proved.has(who)).map(({ name, who }) => `route ${name}: nothing proves ${who}`),
  ];
};

const privacy: Check = ({ ignored }) =>
  [".dev.vars", ".seed/", ".wrangler/"].filter((name) => !ignored.includes(name)).map((name) => `.gitignore: ${name} must be ignored`);

const ALL: readonly Check[] = [descriptor, bindings, worker, variables, scripts, migrations, modules, privacy];

/** Every fault of the checkout, one line each; empty if it can be set up. */
export const checkFacts = (facts: Facts): string[] => ALL.flatMap((check) => check(facts));

// Values that the contracts of code hosting share.
import { m } from "#messages";
import * as v from "valibot";

/** `owner/name`, as GitHub allows them. Names of accounts that a company manages have an underscore; a name of dots alone leads elsewhere. */
export const REPOSITORY = /^[A-Za-z0-9](?:[A-Za-z0-9_-]{0,38})\/(?!\.{1,2}$)[A-Za-z0-9._-]{1,100}$/;
export const RepositoryName = v.pipe(v.string(), v.trim(), v.regex(REPOSITORY, m.code_hosting_repository_form));
/** Why GitHub could not be asked, or what it refused. `withdrawn`: whoever connected the project is no longer an owner or admin of it. `changed`: the repository is not what it was. */
const FAULTS = [
  "withdrawn",
  "unauthorized",
  "sso",
  "suspended",
  "forbidden",
  "missing",
  "gone",
  "limited",
  "invalid",
  "unavailable",
  "changed",
] as const;
export const Fault = v.picklist(FAULTS);

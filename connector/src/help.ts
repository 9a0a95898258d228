// What `--help` prints.
import { configFile } from "./folder.ts";
import { VERSION } from "./machine.ts";

export const HELP = `seed-desk-connector ${VERSION}
Pairs this computer with a Seed Desk, so that you can hand work to it.

  seed-desk-connector pair <address>   pair this computer; you approve it in the browser
      --name <name>                    what it is called there (by default the host name)
      --kinds <kind,kind>              what it asks for: report, reply (by default what the
                                       configuration allows, or else report)
  seed-desk-connector run              stay connected, and do the work that is handed over
  seed-desk-connector status           what this computer may do, and until when
  seed-desk-connector unpair           give up the access of this computer
  seed-desk-connector service install  write the file by which systemd or launchd keeps it running
      --force                          also over a file that was changed
  seed-desk-connector service status   whether there is one, and whether it runs
  seed-desk-connector service uninstall  stop it, and remove that file
  seed-desk-connector doctor           check the set-up, and say what to do about each fault

  --help, --version

Everything is in one folder, which only you can read: SEED_DESK_CONNECTOR_HOME, or by default
  ${configFile().replace(/config\.json$/, "")}
  config.json       yours: the kinds of work, and what may be run for each
  credential.json   the connector's own: keep it like a password
  work.json         the connector's own: the work that it has taken, until that has ended
  log/work.jsonl    what was asked of this computer and what it did, 10 MB at most

Exit codes: 0 done, 1 failed (try again), 2 wrong usage, 3 not paired, 4 a fault in the
configuration or its files, 5 no access: denied, expired or revoked.`;

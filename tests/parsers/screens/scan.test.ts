import { scan } from "../scan.ts";
import { PARSERS } from "./parsers.ts";

scan(PARSERS);

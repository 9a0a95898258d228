// The face of companies: what an import stores among them, and what its undo removes.
export { domainOf, MAX_DOMAINS, MAX_NAME, MAX_NOTES, problemOfDomain, websiteOf } from "./contract/rules.ts";
export {
  belongsSince,
  companyIsGone,
  type ImportedCompany,
  isCompanyIn,
  readCompaniesNamed,
  readCompaniesOf,
  readCompanyRevisions,
  readDomainOwners,
  readUnusedNamedCompanies,
  writeBelongingsBack,
  writeFollowedCompany,
  writeImportedBelonging,
  writeImportedBelongings,
  writeImportedCompany,
  writeNamedCompanies,
  writeRemoveImportedCompanies,
} from "./import-queries.ts";
export { nameKeyOf } from "./words.ts";

import { expect, test } from "vitest";
import { type Config, readConfig } from "#kernel/config/index.ts";
import { aiVariables } from "../ai/variables.ts";
import { completeSetup } from "./setup.ts";
import { semanticVariables, missingForSemantic, semanticConfig } from "./variables.ts";

const read = (source: Readonly<Record<string, unknown>>): Config => readConfig(source, [aiVariables, semanticVariables]);

const COMPLETE = {
  KNOWLEDGE_EMBEDDING_MODEL: "openai/text-embedding-3-small",
  OPENAI_API_KEY: "sk-key",
  VECTOR_STORE_URL: "https://store.example:6333/",
  VECTOR_STORE_API_KEY: "store-key",
};
const missing = (source: Record<string, string>) => missingForSemantic(semanticConfig(read(source)));

test("missing variables are named, including the key that the model needs", () => {
  expect(missing({})).toEqual(["KNOWLEDGE_EMBEDDING_MODEL", "VECTOR_STORE_URL", "VECTOR_STORE_API_KEY"]);
  expect(missing(COMPLETE)).toEqual([]);
  expect(missing({ KNOWLEDGE_EMBEDDING_MODEL: "mistral/mistral-embed", OPENAI_API_KEY: "k" })[0]).toBe("MISTRAL_API_KEY");
  const google = { ...COMPLETE, KNOWLEDGE_EMBEDDING_MODEL: "google/gemini-embedding-001" };
  expect(missing(google)).toEqual(["GOOGLE_GENERATIVE_AI_API_KEY"]);
  for (const name of ["GOOGLE_GENERATIVE_AI_API_KEY", "GEMINI_API_KEY"]) expect(missing({ ...google, [name]: "k" })).toEqual([]);
});

test("a model's name may contain slashes, trailing slashes of addresses are removed, and only OpenAI's address can be replaced", () => {
  const local = { ...COMPLETE, KNOWLEDGE_EMBEDDING_MODEL: "openai/nomic/embed-text:v1.5", OPENAI_BASE_URL: "http://127.0.0.1:11434/v1/" };
  expect(read(local).errors).toEqual([]);
  expect(semanticConfig(read(local))).toMatchObject({
    model: { provider: "openai", name: "nomic/embed-text:v1.5", id: "openai/nomic/embed-text:v1.5" },
    storeUrl: "https://store.example:6333",
  });
  expect(completeSetup(read(local))?.baseUrl).toBe("http://127.0.0.1:11434/v1");
  const mistral = { ...local, KNOWLEDGE_EMBEDDING_MODEL: "mistral/mistral-embed", MISTRAL_API_KEY: "k" };
  expect(completeSetup(read(mistral))).toMatchObject({ apiKey: "k", baseUrl: undefined });
});

test.each([
  ["KNOWLEDGE_EMBEDDING_MODEL", "nameless-model"],
  ["KNOWLEDGE_EMBEDDING_MODEL", "anthropic/claude"],
  ["KNOWLEDGE_EMBEDDING_MODEL", "openai//x"],
  ["KNOWLEDGE_EMBEDDING_MODEL", "openai/../models"],
  ["KNOWLEDGE_EMBEDDING_MODEL", "openai/a?b"],
  ["VECTOR_STORE_URL", "http://store.example"],
  ["VECTOR_STORE_URL", "https://store.example?key=1"],
  ["OPENAI_BASE_URL", "http://models.example"],
  ["VECTOR_STORE_API_KEY", "two words"],
])("an invalid value is reported and counts as missing: %s=%s", (variable, value) => {
  const config = read({ ...COMPLETE, [variable]: value });
  expect(config.errors.map((fault) => fault.variable)).toEqual([variable]);
  expect(config.errors[0]?.message).not.toContain(value);
  if (variable !== "OPENAI_BASE_URL") expect(missingForSemantic(semanticConfig(config))).toEqual([variable]);
});

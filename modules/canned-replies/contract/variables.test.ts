import { expect, test } from "vitest";
import { fill, placeholdersIn, variablesIn } from "./variables.ts";

const VALUES = {
  "contact.name": "Amara Okafor",
  "contact.first_name": "Amara",
  "contact.email": null,
  "agent.name": " ",
  "contact.plan": "pro",
};

test.each([
  ["Dear {{contact.name}},", "Dear Amara Okafor,", []],
  ["{{ contact.first_name }} {{CONTACT.NAME}}", "Amara Amara Okafor", []],
  ["{{contact.first_name|there}}", "Amara", []],
  ["{{contact.email|your address}}", "your address", []],
  ["{{ contact.email | your address }}", "your address", []],
  ["{{contact.email}} {{contact.email}}", "{{contact.email}} {{contact.email}}", ["{{contact.email}}"]],
  ["{{agent.name}} and {{order.id}}", "{{agent.name}} and {{order.id}}", ["{{agent.name}}", "{{order.id}}"]],
  ["{{agent.name|}}", "{{agent.name|}}", ["{{agent.name|}}"]],
  ["{{contact.plan}}", "pro", []],
  ["`{{contact.name}}` and {{contact.name}}", "`{{contact.name}}` and Amara Okafor", []],
  ["```\n{{contact.name}} {{x}}\n```\n{{contact.name}}", "```\n{{contact.name}} {{x}}\n```\nAmara Okafor", []],
  ["{ {contact.name}} {{}} {{ }} {{1+1}} {contact.name}", "{ {contact.name}} {{}} {{ }} {{1+1}} {contact.name}", []],
])("%s", (text, filled, missing) => {
  expect(fill(text, VALUES)).toEqual({ text: filled, missing });
});

test("a value is not filled again, nor its dollar signs read as a pattern", () => {
  expect(fill("{{a}} {{b}}", { a: "{{b}}", b: "$& $1" }).text).toBe("{{b}} $& $1");
});

test("a text without values names every placeholder once", () => {
  expect(placeholdersIn("Hi {{contact.name}}, {{contact.name}} {{order|}} {{order|x}}")).toEqual(["{{contact.name}}", "{{order|}}"]);
  expect(placeholdersIn("Plain {text}")).toEqual([]);
});

test("the variables of a text, with their fallbacks, without those in code", () => {
  expect(variablesIn("Hi {{ Contact.Name | there }} {{order|}} `{{agent.name}}`")).toEqual([
    { name: "contact.name", placeholder: "{{ Contact.Name | there }}", hasFallback: true },
    { name: "order", placeholder: "{{order|}}", hasFallback: false },
  ]);
});

import { serve, type RegisteredRoute } from "#kernel/http/index.ts";
import { asKept } from "#modules/contacts";
import * as contract from "./contract.ts";
import { changeAttribute, createAttribute, orderAttributes, readAttributeList } from "./save-attribute.ts";
import { setAttributes } from "./set-attributes.ts";

export const routes: RegisteredRoute[] = [
  serve(contract.listAttributes, (ctx) => readAttributeList(ctx)),
  serve(contract.createAttribute, (ctx, { body }) => createAttribute(ctx, body)),
  serve(contract.changeAttribute, (ctx, { params, body }) => changeAttribute(ctx, params.attributeId, body)),
  serve(contract.orderAttributes, (ctx, { body }) => orderAttributes(ctx, body.ids)),
  serve(contract.setAttributes, (ctx, { params, body }) => asKept(ctx, params.contactId, (id) => setAttributes(ctx, id, body.values))),
];

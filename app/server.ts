import * as build from "@remix-run/dev/server-build";
import { withFailedForms } from "~/gate/failed-forms.server";
import { installGate } from "~/gate/install.server";

export const routes = withFailedForms(build.routes);

installGate({ ...build, routes });

export * from "@remix-run/dev/server-build";

import * as build from "@remix-run/dev/server-build";
import { withFailedForms } from "~/gate/failed-forms.server";
import { installGate } from "~/gate/install.server";
import { startJobs } from "./jobs.server";

export const routes = withFailedForms(build.routes);

startJobs();
installGate({ ...build, routes });

export * from "@remix-run/dev/server-build";

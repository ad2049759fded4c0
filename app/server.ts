import * as build from "@remix-run/dev/server-build";
import { fastWing } from "~/fast/wing.server";
import { withFailedForms } from "~/gate/failed-forms.server";
import { installGate } from "~/gate/install.server";
import { startJobs } from "./jobs.server";

export const routes = withFailedForms(build.routes);

startJobs();
const site = { ...build, routes };
installGate(site, fastWing(site));

export * from "@remix-run/dev/server-build";

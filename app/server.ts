import * as build from "@remix-run/dev/server-build";
import { installGate } from "~/gate/install.server";

installGate(build);

export * from "@remix-run/dev/server-build";

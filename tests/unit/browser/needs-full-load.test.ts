import { expect, test } from "vitest";
import { needsFullLoad } from "~/lib/http/needs-full-load";
import { accountRoutes } from "../../support/account-routes";

test("account pages are loaded by client-side navigation, all other addresses by a full load", () => {
	const isPage = (route: string) => !/export$|^auth\.(google|logout|porteria)|^images/.test(route);
	for (const { path, route } of accountRoutes) expect(needsFullLoad(path), path).toBe(!isPage(route));
});

test.each([
	"/home",
	"/home?inicio=1",
	"/diagrams/4turnos_7dias?crew=A",
	"/",
	"/auth",
	"/authentic/page",
	"/AUTH/login",
	"//auth/login",
	"https://accounts.google.com/auth/login",
	"/auth/export?format=zip",
	"/auth/google#x",
])("%s needs a full load", (address) => {
	expect(needsFullLoad(address)).toBe(true);
});

test.each([
	"/auth/login?redirectTo=%2Fhome",
	"/auth/my-documents#fila-3",
	"/auth/exports",
	"/auth/verify-email",
])("%s does not", (address) => {
	expect(needsFullLoad(address)).toBe(false);
});

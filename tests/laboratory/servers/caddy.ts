/** Starts Caddy with the configuration of deploy/Caddyfile, in front of a local server. */
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, untilListening } from "../../support/server/ports.mjs";

const MAX_START_MS = 15_000;

export interface Caddy {
	/** Certificate of Caddy's own certificate authority; empty without TLS. */
	authority: string;
	/** Port for plain HTTP, which Caddy redirects to HTTPS if the origin is HTTPS. */
	httpPort: number;
	stop(): Promise<void>;
}

/** Installed version; undefined when Caddy is not installed. */
export function caddyVersion(): string | undefined {
	const { status, stdout } = spawnSync("caddy", ["version"], { encoding: "utf8" });
	return status === 0 ? stdout.split(" ")[0]?.trim() : undefined;
}

/**
 * Starts Caddy with the configuration of deploy/Caddyfile, but with its own ports and storage, in front of a local
 * server.
 * @param origin public origin, on this machine; for https Caddy signs the certificate itself
 * @param port port of Relevo, which may also start later
 * @throws Error when Caddy does not start
 */
export async function startCaddy(origin: string, port: number): Promise<Caddy> {
	const folder = mkdtempSync(join(tmpdir(), "relevo-caddy-"));
	const config = join(folder, "Caddyfile");
	const [isHttps, publicPort] = [origin.startsWith("https:"), new URL(origin).port];
	const other = await freePort();
	const own = `{
	admin off
	default_bind 127.0.0.1
	http_port ${isHttps ? other : publicPort}
	https_port ${isHttps ? publicPort : other}
	skip_install_trust
	storage file_system ${folder}
`;
	const shipped = readFileSync("deploy/Caddyfile", "utf8");
	writeFileSync(config, shipped.replace(/^\{\n/m, own).replace("relevo:3000", `127.0.0.1:${port}`));
	const child = spawn("caddy", ["run", "--adapter", "caddyfile", "--config", config], {
		env: { PATH: process.env.PATH, NODE_ENV: "production", HOME: folder, APP_URL: origin },
		stdio: ["ignore", "ignore", "pipe"],
	});
	let log = "";
	child.stderr.on("data", (chunk) => {
		log = `${log}${chunk}`.slice(-20_000);
	});
	const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
	process.once("exit", () => child.kill("SIGKILL"));
	const end = performance.now() + MAX_START_MS;
	await untilListening(Number(publicPort), () => {
		if (child.exitCode !== null || performance.now() > end) throw new Error(`caddy: ${log}`);
	});
	return {
		httpPort: isHttps ? other : Number(publicPort),
		authority: origin.startsWith("https:")
			? readFileSync(join(folder, "pki/authorities/local/root.crt"), "utf8")
			: "",
		async stop() {
			child.kill("SIGTERM");
			await ended;
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

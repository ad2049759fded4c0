import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, existsSync, linkSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type Copy, DockerfileParser, type Env, type Healthcheck, type Instruction } from "dockerfile-ast";

/** Last stage of the Dockerfile, from which the container runs. */
export interface FinalStage {
	/** Copied paths, and the folder in the image to which they are copied. */
	copies: { sources: string[]; folder: string }[];
	env: Record<string, string>;
	/** Numeric user and group ids. */
	user: { uid: number; gid: number };
	command: string[];
	healthCheck: string[];
	/** Options as in a compose file, such as `interval: "15s"`. */
	healthCheckOptions: Record<string, string>;
	volume: string;
}

/** Reads the last stage of a Dockerfile. @throws Error when a command of the stage would need a shell */
export function readFinalStage(path = "Dockerfile"): FinalStage {
	const instructions = DockerfileParser.parse(readFileSync(path, "utf8")).getInstructions();
	const stage = instructions.slice(instructions.findLastIndex((one) => one.getKeyword() === "FROM"));
	const all = (keyword: string) => stage.filter((one) => one.getKeyword() === keyword);
	const wordsOf = (keyword: string) =>
		all(keyword)
			.at(-1)
			?.getArguments()
			.map((argument) => argument.getValue()) ?? [];
	const [uid = Number.NaN, gid = Number.NaN] = (wordsOf("USER")[0] ?? "").split(":").map(Number);
	const isEnv = (one: Instruction): one is Env => one.getKeyword() === "ENV";
	const isCopy = (one: Instruction): one is Copy => one.getKeyword() === "COPY";
	const isHealthCheck = (one: Instruction): one is Healthcheck => one.getKeyword() === "HEALTHCHECK";
	const flags = stage.filter(isHealthCheck).flatMap((one) => one.getFlags());
	const properties = stage.filter(isEnv).flatMap((one) => one.getProperties());
	return {
		copies: stage.filter(isCopy).map(copyOf),
		env: Object.fromEntries(properties.map((one) => [one.getName(), one.getValue() ?? ""])),
		user: { uid, gid },
		command: JSON.parse(wordsOf("CMD").join(" ")),
		healthCheck: JSON.parse(wordsOf("HEALTHCHECK").slice(1).join(" ")),
		healthCheckOptions: Object.fromEntries(
			flags.map((one) => [one.getName().replace("-", "_"), one.getValue() ?? ""]),
		),
		volume: wordsOf("VOLUME")[0] ?? "",
	};
}

function copyOf(instruction: Copy): FinalStage["copies"][number] {
	const words = instruction.getArguments().map((argument) => argument.getValue());
	const target = words.pop() ?? "";
	const sources = words.map((word) => word.replace(/^\/relevo\//, ""));
	// A COPY target other than "." that does not end with "/" is the new path of the one file or folder that is copied.
	const isFolder = target.endsWith("/") || target === ".";
	return { sources, folder: isFolder ? target : dirname(target) };
}

/**
 * Copies the files of the container image into `folder`. Of the npm packages, copies only those for production, without
 * files that the image leaves out.
 */
export function fillFolder(folder: string, { copies }: FinalStage): void {
	for (const { sources, folder: target } of copies) {
		mkdirSync(join(folder, target), { recursive: true });
		for (const source of sources.flatMap(expand)) {
			if (source === "node_modules") copyProductionPackages(folder);
			else cpSync(source, join(folder, target, basename(source)), { recursive: true });
		}
	}
	// Copies Node, so that the server's user can read it.
	copyFileSync(process.execPath, join(folder, "node"));
}

/** Expands `folder/*.js`, the only kind of pattern in the Dockerfile. */
function expand(source: string): string[] {
	const [folder = "", ending] = source.split("*");
	if (ending === undefined) return [source];
	const names = readdirSync(folder, { withFileTypes: true });
	return names
		.filter((entry) => entry.isFile() && entry.name.endsWith(ending))
		.map(({ name }) => folder + name);
}

/**
 * Copies the packages that `npm ci --omit=dev` would install, by the lock file. Leaves out the only `devOptional`
 * package, TypeScript, which the image removes.
 */
function copyProductionPackages(folder: string): void {
	const { packages }: { packages: Record<string, { dev?: boolean; devOptional?: boolean }> } = JSON.parse(
		readFileSync("package-lock.json", "utf8"),
	);
	for (const [path, { dev, devOptional }] of Object.entries(packages)) {
		// Skips development packages, and packages that are not installed because they are for other systems.
		if (path === "" || dev || devOptional || !existsSync(path)) continue;
		linkPackage(path, join(folder, path));
	}
	execFileSync(process.execPath, ["scripts/build/prune-packages.mjs", join(folder, "node_modules")]);
}

/** Hard-links the files of a package, or copies them if the folders are on different disks. */
function linkPackage(source: string, target: string): void {
	mkdirSync(target, { recursive: true });
	for (const entry of readdirSync(source, { withFileTypes: true })) {
		const [from, to] = [join(source, entry.name), join(target, entry.name)];
		// Skips the package's own node_modules: the lock file also lists the packages in it, and the caller links them.
		if (entry.isDirectory() && entry.name !== "node_modules") linkPackage(from, to);
		if (entry.isFile()) linkOrCopy(from, to);
	}
}

function linkOrCopy(from: string, to: string): void {
	try {
		linkSync(from, to);
	} catch {
		copyFileSync(from, to);
	}
}

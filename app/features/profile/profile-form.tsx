import type { SubmissionResult } from "@conform-to/react";
import { crewLetters, crewsOf } from "~/features/diagrams/cycle";
import { diagramNames } from "~/features/diagrams/diagram-ids";
import { LAST_CLOSING_DAY } from "~/features/overtime/pay-period";
import { explained, messages, placeholders } from "~/lib/messages";
import { PostForm } from "~/ui/post-form";
import { SelectField } from "~/ui/select-field";
import { TextField } from "~/ui/text-field";
import { useForm } from "~/ui/use-form";
import { type Network, networkRules, networks } from "./social-link";

type FieldName = "diagram" | "crew" | "payPeriod" | Network;

interface ProfileFormProps {
	profile: { realName: string } & Record<FieldName, string | null>;
	/** Whether the name is changed here; that of a provider's account is the provider's. */
	hasOwnName: boolean;
	/** Those that can be chosen. */
	diagrams: readonly { id: string; crews: number }[];
	constraint: Record<FieldName, { required?: boolean; minLength?: number; maxLength?: number }> & {
		realName?: { required?: boolean; minLength?: number; maxLength?: number };
	};
	/** The answer, when it is this form's. */
	result?: SubmissionResult<string[]>;
}

const payPeriods = [
	{ value: "month", label: "Mes calendario" },
	{ value: "fortnight", label: "Quincenas" },
	...Array.from({ length: LAST_CLOSING_DAY }, (_, index) => ({
		value: `closing-${index + 1}`,
		label: `Cierra el día ${index + 1}`,
	})),
];

/** Name, diagram, crew, pay period and social links. */
export function ProfileForm({ profile, hasOwnName, diagrams, constraint, result }: ProfileFormProps) {
	const [form, fields] = useForm({
		id: "perfil",
		lastResult: result,
		constraint: { ...constraint, realName: constraint.realName ?? {} },
		defaultValue: {
			...profile,
			// What every new account is called counts as no name.
			realName: hasOwnName && profile.realName === placeholders.realName ? "" : profile.realName,
		},
	});
	const known = diagramNames.filter(({ id }) => diagrams.some((diagram) => diagram.id === id));
	const shownDiagram = diagrams.find(({ id }) => id === fields.diagram.initialValue);
	return (
		<PostForm form={form} fields={fields} submit="Guardar" intent="profile" cancel="/auth/my-account">
			<TextField
				field={fields.realName}
				label="Nombre y apellido"
				hint={hasOwnName ? "6 letras o más." : "Viene de la cuenta con la que entrás: se cambia ahí."}
				autoComplete="name"
				disabled={!hasOwnName}
				messages={{ missing: messages.realNameRequired, short: explained.realNameShort }}
			/>
			<SelectField
				field={fields.diagram}
				label="Diagrama"
				options={[
					{ value: "", label: "Elegí tu diagrama" },
					...known.map(({ id, label }) => ({ value: id, label })),
				]}
				messages={{ missing: "Elegí tu diagrama." }}
			/>
			<SelectField
				field={fields.crew}
				label="Escuadra"
				hint="La letra de tu grupo en el diagrama."
				options={[{ value: "", label: "Todas" }, ...crewOptions(shownDiagram)]}
			/>
			<SelectField
				field={fields.payPeriod}
				label="Período de pago"
				hint="Para sumar tus extras como las paga tu planta."
				options={payPeriods}
			/>
			{networks.map((network) => (
				<TextField
					key={network}
					field={fields[network]}
					label={networkRules[network].label}
					hint={networkRules[network].hint}
					inputMode={network === "web" ? "url" : undefined}
					autoCapitalize="none"
					spellCheck={false}
				/>
			))}
		</PostForm>
	);
}

/** The crews of the diagram that the form shows; those that only another one has stand apart, for who is changing it. */
function crewOptions(diagram: { crews: number } | undefined) {
	const optionsOf = (letters: readonly string[]) =>
		letters.map((letter) => ({ value: letter, label: letter }));
	if (!diagram) return optionsOf(crewLetters);
	const crews = crewsOf(diagram);
	const others = crewLetters.slice(crews.length);
	if (others.length === 0) return optionsOf(crews);
	return [...optionsOf(crews), { group: "Si elegís otro diagrama", options: optionsOf(others) }];
}

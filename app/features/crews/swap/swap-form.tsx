import type { ReactNode } from "react";
import type { SwapQuestion } from "./read-swap.server";

/** Form of the swap: the day and the other crew; also the own crew, if the query string chooses the diagram. */
export function SwapForm({ step }: { step: SwapQuestion }) {
	const { diagram, crew, crews, others, isFromAddress, typed, errors } = step;
	return (
		<form method="get" action="/my-shift/swap" className="form">
			{isFromAddress && <input type="hidden" name="diagram" value={diagram.id} />}
			{isFromAddress && (
				<Choice
					name="crew"
					label="Tu escuadra"
					error={errors.crew}
					value={crew}
					options={crews.map((value) => ({ value, text: value }))}
				/>
			)}
			<Field name="date" label="Día" error={errors.date}>
				<input
					id="date"
					name="date"
					type="date"
					required
					defaultValue={typed.date}
					{...describedBy("date", errors.date)}
				/>
			</Field>
			<Choice
				name="with"
				label="Cambiar con"
				error={errors.with}
				value={typed.with}
				options={others.length > 0 ? others : crews.map((value) => ({ value, text: `Escuadra ${value}` }))}
			/>
			<button className="btn main" type="submit">
				Ver el cambio
			</button>
		</form>
	);
}

interface ChoiceProps {
	name: string;
	label: string;
	error?: string;
	value?: string;
	options: readonly { value: string; text: string }[];
}

function Choice({ name, label, error, value, options }: ChoiceProps) {
	return (
		<Field name={name} label={label} error={error}>
			<select id={name} name={name} required defaultValue={value} {...describedBy(name, error)}>
				<option value="">Elegí</option>
				{options.map((option) => (
					<option key={option.value} value={option.value}>
						{option.text}
					</option>
				))}
			</select>
		</Field>
	);
}

function Field({
	name,
	label,
	error,
	children,
}: {
	name: string;
	label: string;
	error?: string;
	children: ReactNode;
}) {
	return (
		<div className="field">
			<label htmlFor={name}>{label}</label>
			{children}
			{error && (
				<p className="error" id={`${name}-error`}>
					{error}
				</p>
			)}
		</div>
	);
}

function describedBy(name: string, error: string | undefined) {
	return error ? { "aria-invalid": true, "aria-describedby": `${name}-error` } : {};
}

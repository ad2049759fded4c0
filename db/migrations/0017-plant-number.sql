-- The worker's number at the plant ("legajo"), printed on the sheet of overtime entries.
ALTER TABLE users ADD COLUMN plant_number TEXT CHECK (length(plant_number) BETWEEN 1 AND 20);

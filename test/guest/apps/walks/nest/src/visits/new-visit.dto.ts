import { IsBoolean, IsInt, IsOptional, IsString, Min } from 'class-validator';

export class NewVisit {
  @IsInt()
  pet: number;

  @IsString()
  kind: string;

  // A mistake: most pets stay for a day.
  @IsInt()
  @Min(2)
  days: number;

  @IsOptional()
  @IsBoolean()
  remind?: boolean;
}

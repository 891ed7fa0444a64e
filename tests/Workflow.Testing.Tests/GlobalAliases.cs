global using Parallel = Workflow.Statements.Parallel;

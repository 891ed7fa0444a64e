// 'Parallel' means the activity here, not the class of the framework. The alias avoids qualified names in the tests.
global using Parallel = Workflow.Statements.Parallel;

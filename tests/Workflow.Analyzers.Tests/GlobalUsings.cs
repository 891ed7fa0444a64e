global using Activity = Workflow.Activity;

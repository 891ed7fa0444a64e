[assembly: TestFramework("Workflow.Persistence.Sql.Tests.Servers.ServerTestFramework", "Workflow.Persistence.Sql.Tests")]

[assembly: TestFramework("Workflow.Persistence.Sql.Tests.Servers.ServerTestFramework", "Workflow.Extensions.Hosting.Tests")]

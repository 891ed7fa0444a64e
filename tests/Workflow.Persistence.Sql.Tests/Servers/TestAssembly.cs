[assembly: TestFramework("Workflow.Persistence.Sql.Tests.Servers.ServerTestFramework", "Workflow.Persistence.Sql.Tests")]
[assembly: TestCollectionOrderer("Workflow.Persistence.Sql.Tests.Servers.LongestFirst", "Workflow.Persistence.Sql.Tests")]

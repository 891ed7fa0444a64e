using System.Reflection;

namespace Workflow.Persistence.Sql.Tests.Servers;

/// <summary>Finds the servers that a test needs, and checks whether they are available.</summary>
internal static class ServerRequirements
{
    /// <summary>The reason why this machine cannot run a test. Null if the machine can run the test.</summary>
    public static string? MissingFor(Type testClass, MethodInfo test) => Of(testClass, test).Select(Missing).FirstOrDefault(reason => reason is not null);

    /// <summary>The reason why no server of this kind is available. Null if a server is available.</summary>
    public static string? Missing(ServerKind kind) => kind switch
    {
        ServerKind.PostgreSql => PostgreSqlServer.Missing,
        ServerKind.RestartablePostgreSql => PostgreSqlServer.MissingPrograms,
        ServerKind.PgBouncer => PostgreSqlServer.Missing ?? PgBouncerTestDatabase.MissingProgram,
        _ => SqlServerServer.Missing,
    };

    private static IEnumerable<ServerKind> Of(Type testClass, MethodInfo test)
    {
        IEnumerable<MemberInfo> fixtures = testClass.GetInterfaces()
            .Where(type => type.IsGenericType && type.GetGenericTypeDefinition() == typeof(IClassFixture<>))
            .Select(type => type.GetGenericArguments()[0]);
        return fixtures.Append(testClass).Append(test)
            .Select(member => member.GetCustomAttribute<RequiresServerAttribute>())
            .OfType<RequiresServerAttribute>()
            .Select(attribute => attribute.Kind);
    }
}

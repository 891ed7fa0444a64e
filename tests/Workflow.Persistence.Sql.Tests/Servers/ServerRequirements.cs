using System.Reflection;

namespace Workflow.Persistence.Sql.Tests.Servers;

/// <summary>Which server a test needs, and whether this machine has it.</summary>
internal static class ServerRequirements
{
    /// <summary>Why this machine cannot run a test; null: it can.</summary>
    public static string? MissingFor(Type testClass, MethodInfo test) => Of(testClass, test).Select(Missing).FirstOrDefault(reason => reason is not null);

    /// <summary>Why this machine has no such server; null: it has one.</summary>
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

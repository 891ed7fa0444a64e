using System.Reflection;

namespace LegacyOrders.Tests.Porting;

/// <summary>
/// The sample differs from WF3 code only in its using directives. The project in the folder Wf3 compiles the same files with the WF3 directives.
/// </summary>
public sealed class SourceTests
{
    private const BindingFlags Declared =
        BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly;

    [Fact]
    public void Sources_DifferInTheirUsingsOnly()
    {
        Assert.InRange(PortedSources.Files.Count, 20, 200);
        foreach (string file in PortedSources.Files)
        {
            string[] now = File.ReadAllLines(file);
            string[] before = [.. now.Select(PortedSources.Wf3Text)];
            Assert.All(
                now.Zip(before).Where(static pair => pair.First != pair.Second),
                pair => Assert.Matches(@"^using Workflow\.Interop\.Legacy\.[A-Za-z.]+;$", pair.First));
            Assert.DoesNotContain(
                before,
                static line =>
                    line.Contains("Interop", StringComparison.Ordinal) || line.Contains("extern alias", StringComparison.Ordinal) || line.StartsWith('#'));
        }
    }

    [Fact]
    public void Types_OfBothCompilations_HaveTheSameMembers()
    {
        Type[] now =
            [.. typeof(Showcase).Assembly.GetTypes().Where(static type => type.Namespace?.StartsWith("LegacyOrders.Wf3.", StringComparison.Ordinal) == true)];
        Assembly wf3 = Assembly.Load("LegacyOrders.Wf3");
        Assert.Equal(Names(now), Names(wf3.GetTypes().Where(static type => type.Namespace?.StartsWith("LegacyOrders.Wf3.", StringComparison.Ordinal) == true)));
        foreach (Type type in now.Where(static type => !type.Name.StartsWith('<')))
        {
            Type before = wf3.GetType(type.FullName!)!;
            Assert.Equal(type.BaseType?.ToString(), before.BaseType is null ? null : OldSurface.NewName(before.BaseType.ToString()));
            Assert.Equal(Members(type), Members(before));
        }
    }

    private static string[] Names(IEnumerable<Type> types) =>
        [.. types.Select(static type => type.FullName!).Where(static name => !name.Contains('<', StringComparison.Ordinal)).Order(StringComparer.Ordinal)];

    private static string[] Members(Type type) =>
    [
        .. type.GetMembers(Declared)
            .Select(static member => OldSurface.NewName(member.ToString()!))
            .Where(static name => !name.Contains('<', StringComparison.Ordinal))
            .Order(StringComparer.Ordinal)
    ];
}

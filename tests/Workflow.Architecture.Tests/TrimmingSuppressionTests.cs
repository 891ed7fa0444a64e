using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using Workflow.Architecture.Tests.Rules;

namespace Workflow.Architecture.Tests;

/// <summary>A suppression of a trimming warning names its type as text, so a rename would leave it without effect and the warning would reach users.</summary>
public sealed class TrimmingSuppressionTests
{
    private static readonly Assembly Core = typeof(Activity).Assembly;

    [Fact]
    public void Suppressions_OfTypes_NameTypesThatExist()
    {
        string[] targets =
        [
            .. Core.GetCustomAttributes<UnconditionalSuppressMessageAttribute>()
                .Where(attribute => attribute.Scope == "type")
                .Select(attribute => attribute.Target!)
                .Distinct(),
        ];
        Assert.NotEmpty(targets);
        HashSet<string> types = [.. Core.GetTypes().Select(type => $"T:{type.FullName!.Split('`')[0]}")];
        Report.None("A suppression names a type that exists.", Array.FindAll(targets, target => !types.Contains(target)));
    }
}

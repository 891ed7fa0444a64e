using System.Reflection;
using Xunit.Sdk;

namespace Workflow.Core.Tests.TestKit;

public sealed class LanesAttributeTests
{
    [Fact]
    public void Theories_WithLane_RunInAllLanes()
    {
        MethodInfo[] theories =
        [
            .. typeof(LanesAttributeTests).Assembly.GetTypes().SelectMany(type => type.GetMethods())
                .Where(
                    method =>
                        method.IsDefined(typeof(TheoryAttribute))
                            && Array.Exists(method.GetParameters(), parameter => parameter.ParameterType == typeof(Lane))),
        ];
        Assert.NotEmpty(theories);
        Assert.Empty(
            theories.Where(theory => theory.GetCustomAttributes<DataAttribute>().Any(data => data is not LanesAttribute))
                .Select(theory => $"{theory.DeclaringType}.{theory.Name}"));
    }

    [Fact]
    public void GetData_WithRow_AppendsEachLane() =>
        Assert.Equal(
            [["a", null, Lane.Fast], ["a", null, Lane.Slow], ["a", null, Lane.Passivated]],
            new LanesAttribute("a", null) { KeepsObjects = true }.GetData(null!));
}

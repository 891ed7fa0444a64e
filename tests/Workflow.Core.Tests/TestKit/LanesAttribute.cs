using System.Reflection;
using Xunit.Sdk;

namespace Workflow.Core.Tests.TestKit;

/// <summary>The ways through the engine, between which nothing observable may differ.</summary>
public enum Lane
{
    /// <summary>What would be the next item anyway runs at once.</summary>
    Fast,

    /// <summary>Every item goes through the queue.</summary>
    Slow,

    /// <summary>As <see cref="Fast"/>; and whenever the instance is idle, it leaves its machinery and gets other one.</summary>
    Passivated,

    /// <summary>As <see cref="Fast"/>; and whenever the instance is idle and can be saved, it is dropped and loaded from what was saved.</summary>
    Reloaded,
}

/// <summary>Runs a theory in all lanes; its last parameter is the <see cref="Lane"/>. For each row of other values the attribute is repeated.</summary>
/// <param name="row">The values of the parameters before the lane.</param>
[AttributeUsage(AttributeTargets.Method, AllowMultiple = true)]
internal sealed class LanesAttribute(params object?[]? row) : DataAttribute
{
    /// <summary>The test holds on to objects of the run, an instance or a bookmark, for which others stand in a loaded one: it has no <see cref="Lane.Reloaded"/>.</summary>
    public bool KeepsObjects { get; init; }

    public override IEnumerable<object?[]> GetData(MethodInfo testMethod) =>
        Enum.GetValues<Lane>().Where(lane => lane != Lane.Reloaded || !KeepsObjects).Select(lane => (object?[])[.. row ?? [null], lane]);
}

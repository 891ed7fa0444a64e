using System.Reflection;
using Xunit.Sdk;

namespace Workflow.Core.Tests.TestKit;

/// <summary>The execution modes of the engine. The observable behavior must be the same in all of them.</summary>
public enum Lane
{
    /// <summary>Runs an item inline, without the queue, if it would be the next item.</summary>
    Fast,

    /// <summary>Adds every item to the queue.</summary>
    Slow,

    /// <summary>Like <see cref="Fast"/>, but an instance is detached from its executor and attached again whenever it is idle.</summary>
    Passivated,

    /// <summary>Like <see cref="Fast"/>, but an instance is saved, dropped and loaded again whenever it is idle and can be saved.</summary>
    Reloaded,
}

/// <summary>Runs a theory in all lanes. Its last parameter is the <see cref="Lane"/>. The attribute is repeated for each row of other values.</summary>
/// <param name="row">The values of the parameters before the lane.</param>
[AttributeUsage(AttributeTargets.Method, AllowMultiple = true)]
internal sealed class LanesAttribute(params object?[]? row) : DataAttribute
{
    /// <summary>
    /// True if the test keeps objects of the run, such as instances or bookmarks, that a load replaces by other objects. The test then does not run in
    /// <see cref="Lane.Reloaded"/>.
    /// </summary>
    public bool KeepsObjects { get; init; }

    public override IEnumerable<object?[]> GetData(MethodInfo testMethod) =>
        Enum.GetValues<Lane>().Where(lane => lane != Lane.Reloaded || !KeepsObjects).Select(lane => (object?[])[.. row ?? [null], lane]);
}

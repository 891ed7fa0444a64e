using Workflow.Definition;

namespace Workflow.Runtime.State;

/// <summary>The part of an instance that its frames use: the program, and the objects that run and host the instance.</summary>
/// <remarks>A class of its own, so that a frame does not lead to all state of its instance.</remarks>
internal abstract class InstanceCore(Program program)
{
    public readonly Program Program = program;

    /// <summary>The executor that runs the instance now; null if none does.</summary>
    public InstancePort? Port;

    /// <summary>The host; null until the first use, because most invocations never need it.</summary>
    public ExecutionHost? Host;
}

using System.Runtime.CompilerServices;
using Workflow.Statements;

namespace Workflow.Core.Tests.Definition;

/// <summary>The state that the engine keeps for later runs must not keep a definition alive that the application has dropped.</summary>
public sealed class CollectedDefinitionTests
{
    [Fact]
    public void Definition_RunOnce_IsNotKeptByTheThread()
    {
        WeakReference root = RunOnce();
        GC.Collect();
        Assert.False(root.IsAlive);
    }

    [Fact]
    public void Definition_KeptAlive_ReusesTheExecutor()
    {
        Sequence root = new();
        WorkflowInvoker.Invoke(root);
        WorkflowInvoker.Invoke(root);
        WorkflowInvoker.Invoke(root);
        long before = GC.GetAllocatedBytesForCurrentThread();
        WorkflowInvoker.Invoke(root);
        Assert.True(GC.GetAllocatedBytesForCurrentThread() - before < 500, "An executor is several kilobytes.");
    }

    // Not inlined, so that no reference to the definition is on the stack during the collection.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference RunOnce()
    {
        Sequence root = new();
        WorkflowInvoker.Invoke(root);
        return new WeakReference(root);
    }
}

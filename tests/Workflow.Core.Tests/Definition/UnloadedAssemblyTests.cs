using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Loader;

namespace Workflow.Core.Tests.Definition;

/// <summary>An assembly with workflows that ran, and were saved and loaded, can be unloaded: nothing of the library keeps its types.</summary>
public sealed class UnloadedAssemblyTests
{
    public static TheoryData<string> Kinds => [.. UnloadedWorkflows.All.Keys];

    [Theory]
    [MemberData(nameof(Kinds))]
    public void Unload_AfterWorkflowsRan_FreesTheAssembly(string kind)
    {
        WeakReference loaded = RunIn(kind);
        for (int round = 0; round < 20 && loaded.IsAlive; round++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }

        Assert.False(loaded.IsAlive, "Something keeps the assembly alive.");
    }

    // Not inlined, so that nothing of it is on the stack while memory is collected.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference RunIn(string kind)
    {
        AssemblyLoadContext context = new("workflows", isCollectible: true);
        Assembly assembly = context.LoadFromAssemblyPath(typeof(UnloadedWorkflows).Assembly.Location);
        MethodInfo run = assembly.GetType(typeof(UnloadedWorkflows).FullName!)!.GetMethod(nameof(UnloadedWorkflows.Run))!;
        run.Invoke(null, [kind]);
        context.Unload();
        return new WeakReference(context);
    }
}

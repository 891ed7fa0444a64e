using Workflow.Hosting;

namespace Workflow.Core.Tests.TestKit;

/// <summary>A handle that notifies its observer, an extension of the run, when it begins and ends.</summary>
internal class TestHandle : Handle
{
    /// <summary>The number that the observer assigned in the order of initialization: 1, 2, ...</summary>
    public int Number { get; private set; }

    public void Use() => ThrowIfUninitialized();

    protected override void OnInitialize(HandleInitializationContext context) => Number = context.GetExtension<HandleObserver>()!.Begin(this, context);

    protected override void OnUninitialize(HandleInitializationContext context) => context.GetExtension<HandleObserver>()!.End(this, context);
}

/// <summary>Another handle type, whose name as a property differs.</summary>
internal sealed class OtherHandle : TestHandle;

/// <summary>Logs the lifetime of handles and calls the delegates of the test.</summary>
internal sealed class HandleObserver(Log log)
{
    private int _last;

    public Action<TestHandle, HandleInitializationContext>? OnBegin { get; set; }

    public Action<TestHandle, HandleInitializationContext>? OnEnd { get; set; }

    /// <summary>Returns an extension manager that contains only the observer.</summary>
    public WorkflowInstanceExtensionManager AsExtension()
    {
        WorkflowInstanceExtensionManager manager = new();
        manager.Add(this);
        return manager;
    }

    public int Begin(TestHandle handle, HandleInitializationContext context)
    {
        int number = ++_last;
        log.Add($"handle {number} begins");
        OnBegin?.Invoke(handle, context);
        return number;
    }

    public void End(TestHandle handle, HandleInitializationContext context)
    {
        log.Add($"handle {handle.Number} ends");
        OnEnd?.Invoke(handle, context);
    }
}

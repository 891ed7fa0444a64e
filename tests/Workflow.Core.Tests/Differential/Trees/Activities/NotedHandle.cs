using Workflow.Core.Tests.Differential.Observing;

namespace Workflow.Core.Tests.Differential.Trees.Activities;

/// <summary>A handle that logs its beginning and its end. It finds the stage among the extensions.</summary>
internal class NotedHandle : Handle
{
    public int Number { get; private set; }

    protected override void OnInitialize(HandleInitializationContext context)
    {
        Stage stage = context.GetExtension<Stage>()!;
        Number = stage.NextHandle();
        stage.Add($"handle {Number} begins");
    }

    protected override void OnUninitialize(HandleInitializationContext context)
    {
        ThrowIfUninitialized();
        context.GetExtension<Stage>()!.Add($"handle {Number} ends");
    }
}

/// <summary>A handle that fails at its beginning.</summary>
internal sealed class BadBeginHandle : NotedHandle
{
    protected override void OnInitialize(HandleInitializationContext context)
    {
        base.OnInitialize(context);
        throw new FaultA($"beginning of handle {Number}");
    }
}

/// <summary>A handle that fails at its end.</summary>
internal sealed class BadEndHandle : NotedHandle
{
    protected override void OnUninitialize(HandleInitializationContext context)
    {
        base.OnUninitialize(context);
        throw new FaultB($"end of handle {Number}");
    }
}

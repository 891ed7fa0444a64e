using Workflow.Core.Tests.Differential.Observing;
using Workflow.Core.Tests.Differential.Specs;

namespace Workflow.Core.Tests.Differential.Trees.Activities;

/// <summary>Adds properties, and runs its children in sequence; between them it may remove a property.</summary>
internal sealed class PropertyHolder(Stage stage, PropertiesSpec spec) : NativeActivity
{
    private readonly Variable<int> _next = new();

    public List<Activity> Children { get; } = [];

    protected override void CacheMetadata(NativeActivityMetadata metadata)
    {
        Children.ForEach(metadata.AddChild);
        metadata.AddImplementationVariable(_next);
    }

    protected override void Execute(NativeActivityContext context)
    {
        string label = $"{DisplayName}#{context.ActivityInstanceId}";
        foreach (PropertySpec property in spec.Properties.DistinctBy(property => property.Name))
        {
            context.Properties.Add(Look.NameOf(property.Name), Make(property, $"{label}.{property.Name}"), property.IsForPublic);
        }

        Look.At(stage, label, context);
        ScheduleNext(context);
    }

    protected override void Abort(NativeActivityAbortContext context) => stage.Add($"{DisplayName}#{context.ActivityInstanceId} aborts");

    private object Make(PropertySpec property, string name) => property.Kind switch
    {
        PropertyKind.Thread => new NotedThread(stage, name, property),
        PropertyKind.Registered => new NotedRegistration(stage, name, property),
        _ => name,
    };

    private void OnChild(NativeActivityContext context, ActivityInstance completedInstance)
    {
        string label = $"{DisplayName}#{context.ActivityInstanceId}";
        stage.Add($"{label} < {completedInstance.Activity.DisplayName}#{completedInstance.Id} {completedInstance.State}");
        if (spec.RemovesBetween && spec.Properties.Length > 0)
        {
            stage.Add($"{label} removes: {context.Properties.Remove(Look.NameOf(spec.Properties[0].Name))}");
        }

        Look.At(stage, label, context);
        ScheduleNext(context);
    }

    private void ScheduleNext(NativeActivityContext context)
    {
        int next = _next.Get(context);
        if (next < Children.Count)
        {
            _next.Set(context, next + 1);
            stage.Keep(context.ScheduleActivity(Children[next], OnChild));
        }
    }
}

/// <summary>Logs the properties that it sees.</summary>
internal sealed class Look(Stage stage) : CodeActivity
{
    public static string NameOf(int number) => $"property {number}";

    public static void At(Stage stage, string label, ActivityContext context) => stage.Add(
        $"{label} sees [{string.Join(", ", new ExecutionProperties(context).Where(pair => pair.Key.StartsWith("property", StringComparison.Ordinal)).Select(pair => $"{pair.Key}: {pair.Value}"))}]");

    protected override void Execute(CodeActivityContext context)
    {
        string label = $"{DisplayName}#{context.ActivityInstanceId}";
        At(stage, label, context);
        stage.Add($"{label} has handles {context.GetProperty<NotedHandle>()?.Number} {context.GetProperty<BadEndHandle>()?.Number}");
    }
}

/// <summary>A property that logs each set-up and clean-up.</summary>
internal sealed class NotedThread(Stage stage, string name, PropertySpec spec) : IExecutionProperty
{
    private int _setups;
    private int _cleanups;

    public void SetupWorkflowThread()
    {
        stage.Add($"+{name}");
        if (++_setups == spec.FailsAt && !spec.FailsLate)
        {
            throw new FaultA($"set-up of {name}");
        }
    }

    public void CleanupWorkflowThread()
    {
        stage.Add($"-{name}");
        if (++_cleanups == spec.FailsAt && spec.FailsLate)
        {
            throw new FaultB($"clean-up of {name}");
        }
    }

    public override string ToString() => $"thread {name}";
}

/// <summary>A property that logs the beginning and the end of its registration.</summary>
internal sealed class NotedRegistration(Stage stage, string name, PropertySpec spec) : IPropertyRegistrationCallback
{
    public void Register(RegistrationContext context)
    {
        stage.Add($"{name} registered, around it {context.FindProperty(Look.NameOf(spec.Name))}");
        if (spec.FailsAt > 0 && !spec.FailsLate)
        {
            throw new FaultA($"registration of {name}");
        }
    }

    public void Unregister(RegistrationContext context)
    {
        stage.Add($"{name} unregistered, around it {context.FindProperty(Look.NameOf(spec.Name))}");
        if (spec.FailsAt > 0 && spec.FailsLate)
        {
            throw new FaultB($"end of {name}");
        }
    }

    public override string ToString() => $"registered {name}";
}

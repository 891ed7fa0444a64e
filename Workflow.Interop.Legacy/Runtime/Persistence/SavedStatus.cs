using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Runtime;

/// <summary>The status of an instance at the time of its save, stored on the root of its activities.</summary>
internal static class SavedStatus
{
    private static readonly DependencyProperty WorkflowStatusProperty =
        DependencyProperty.RegisterAttached("WorkflowStatus", typeof(WorkflowStatus), typeof(SavedStatus));
    private static readonly DependencyProperty InfoProperty = DependencyProperty.RegisterAttached("Info", typeof(string), typeof(SavedStatus));
    private static readonly DependencyProperty IsBlockedProperty = DependencyProperty.RegisterAttached("IsBlocked", typeof(bool), typeof(SavedStatus));

    public static void Set(Activity root, WorkflowStatus status, string? info, bool isBlocked)
    {
        root.State.Set(WorkflowStatusProperty, status);
        root.State.Set(InfoProperty, info);
        root.State.Set(IsBlockedProperty, isBlocked);
    }

    public static WorkflowStatus StatusOf(Activity root) => (WorkflowStatus)root.GetValue(WorkflowStatusProperty)!;

    public static string? InfoOf(Activity root) => (string?)root.GetValue(InfoProperty);

    public static bool IsBlocked(Activity root) => (bool)root.GetValue(IsBlockedProperty)!;
}

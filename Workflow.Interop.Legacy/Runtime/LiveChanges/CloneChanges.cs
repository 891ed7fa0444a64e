using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Runtime;

/// <summary>Applies the change of an activity to its clones.</summary>
internal static class CloneChanges
{
    /// <summary>Returns the change of a clone, with clones of the new children. The clone does not change yet.</summary>
    /// <exception cref="InvalidOperationException">A value cannot be cloned.</exception>
    public static ChildrenChange For(CompositeActivity clone, ChildrenChange children)
    {
        Activity[] before = [.. clone.Activities];
        List<Activity> after = [];
        int next = 0;
        foreach (Activity child in children.After)
        {
            // A child that has clones is never removed, so the existing children have the same order in the clone.
            after.Add(Array.IndexOf(children.Before, child) >= 0 ? before[next++] : Clone(child, clone));
        }

        return new ChildrenChange(clone, before, [.. after]);
    }

    private static Activity Clone(Activity added, CompositeActivity parent)
    {
        Activity copy = ActivityCloner.Clone(added);
        copy.SetParent(parent);
        foreach (Activity activity in ActivityNames.Tree(copy))
        {
            Retarget(activity, parent.ContextRoot);
        }

        return copy;
    }

    /// <summary>Redirects handlers to the activities of the clone, as in a clone that is created later.</summary>
    private static void Retarget(Activity activity, Activity contextRoot)
    {
        foreach ((DependencyProperty key, object? value) in activity.State.Copy())
        {
            if (key.IsEvent && value is Delegate handlers)
            {
                Delegate[] calls = [.. handlers.GetInvocationList().Select(call => Retarget(call, contextRoot))];
                activity.State.Set(key, Delegate.Combine(calls));
            }
        }
    }

    private static Delegate Retarget(Delegate call, Activity contextRoot)
    {
        Activity? target = call.Target is Activity { ContextRoot.IsContextRoot: false } original
            ? ActivityNames.Tree(contextRoot).FirstOrDefault(activity => activity.QualifiedName == original.QualifiedName)
            : null;
        return target is null ? call : Delegate.CreateDelegate(call.GetType(), target, call.Method);
    }
}

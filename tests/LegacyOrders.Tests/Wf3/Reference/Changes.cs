using System;
using System.Workflow.ComponentModel.Compiler;

namespace System.Workflow.ComponentModel
{
    public sealed class WorkflowChanges
    {
        public static readonly DependencyProperty ConditionProperty;
        public WorkflowChanges(Activity rootActivity) => throw null;
        public CompositeActivity TransientWorkflow => throw null;
        public static object GetCondition(object dependencyObject) => throw null;
        public static void SetCondition(object dependencyObject, object value) => throw null;
        public ValidationErrorCollection Validate() => throw null;
    }

    public abstract class WorkflowChangeAction
    {
        internal WorkflowChangeAction() => throw null;
    }

    public abstract class ActivityChangeAction : WorkflowChangeAction
    {
        internal ActivityChangeAction() => throw null;
        public string OwnerActivityDottedPath => throw null;
    }

    public sealed class AddedActivityAction : ActivityChangeAction
    {
        internal AddedActivityAction() => throw null;
        public Activity AddedActivity => throw null;
        public int Index => throw null;
    }

    public sealed class RemovedActivityAction : ActivityChangeAction
    {
        internal RemovedActivityAction() => throw null;
        public Activity OriginalRemovedActivity => throw null;
        public int RemovedActivityIndex => throw null;
    }
}

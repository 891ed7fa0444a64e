using System.Collections.Generic;
using LegacyOrders.Wf3.Activities;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.ComponentModel.Compiler;
using Workflow.Interop.Legacy.Runtime;

namespace LegacyOrders.Wf3.Hosting;

/// <summary>Changes the definition of a single return while it waits.</summary>
public static class ReturnChanges
{
    /// <summary>Replaces the survey by an apology.</summary>
    /// <returns>The problems; empty if the instance has changed.</returns>
    public static ICollection<string> Apologize(WorkflowInstance instance, string text)
    {
        WorkflowChanges changes = new WorkflowChanges(instance.GetWorkflowDefinition());
        CompositeActivity workflow = changes.TransientWorkflow;
        Activity survey = workflow.Activities["survey"];
        if (survey != null)
        {
            workflow.Activities.Remove(survey);
        }

        WriteActivity apology = new WriteActivity("apology");
        apology.Text = text;
        workflow.Activities.Add(apology);
        List<string> problems = new List<string>();
        foreach (ValidationError error in changes.Validate())
        {
            problems.Add(error.ErrorText);
        }

        if (problems.Count == 0)
        {
            instance.ApplyWorkflowChanges(changes);
        }

        return problems;
    }

    /// <summary>Describes a change as text.</summary>
    public static string TextOf(WorkflowChangeAction change)
    {
        AddedActivityAction added = change as AddedActivityAction;
        RemovedActivityAction removed = change as RemovedActivityAction;
        return added != null
            ? string.Format("{0} added to {1} at {2}", added.AddedActivity.Name, added.OwnerActivityDottedPath, added.Index)
            : string.Format("{0} removed from {1} at {2}", removed.OriginalRemovedActivity.Name, removed.OwnerActivityDottedPath, removed.RemovedActivityIndex);
    }
}

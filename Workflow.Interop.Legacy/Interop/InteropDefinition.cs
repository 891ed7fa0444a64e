extern alias WorkflowCore;
using System.Reflection;
using Workflow.Interop.Legacy.ComponentModel.Compiler;
using Workflow.Interop.Legacy.Runtime;
using WorkflowCore::Workflow;
using WorkflowCore::Workflow.Persistence;
using LegacyActivity = Workflow.Interop.Legacy.ComponentModel.Activity;

namespace Workflow.Interop.Legacy;

/// <summary>An argument that the application has bound.</summary>
internal sealed record InteropArgumentBinding(InteropArgument Declared, RuntimeArgument Argument);

/// <summary>What an <c>Interop</c> activity needs for each run: the definition of the legacy activity, and its arguments. Safe for all threads.</summary>
internal sealed class InteropDefinition(string displayName, Type type, InteropArgumentBinding[] bindings, Action<LegacyActivity> prepare)
{
    private WorkflowDefinition? _workflow;

    /// <summary>Whether the activity cannot run in a transaction of the new workflow. Known after <see cref="Problems"/>.</summary>
    public bool NeedsOwnTransaction { get; private set; }

    /// <summary>Validates the legacy activity; constructs it for that.</summary>
    /// <returns>What is wrong, as sentences.</returns>
    public IReadOnlyList<string> Problems()
    {
        try
        {
            _workflow = WorkflowDefinition.Of(type, New);
            LegacyActivity root = _workflow.NewTree(null);
            NeedsOwnTransaction = InteropRules.NeedsOwnTransaction(root);
            return [.. InteropRules.ProblemsOf(root)];
        }
        catch (WorkflowValidationFailedException exception)
        {
            return [.. exception.Errors.Select(static error => error.ErrorText)];
        }
        catch (Exception exception)
        {
            // Its constructor and its properties are code of the application.
            return [$"An object of the type could not be made: {exception.Message} Correct the type or ActivityMetaProperties."];
        }
    }

    private LegacyActivity New(Type created)
    {
        LegacyActivity root = (LegacyActivity)Activator.CreateInstance(created, BindingFlags.Public | BindingFlags.Instance | BindingFlags.DoNotWrapExceptions, null, null, null)!;
        prepare(root);
        return root;
    }

    /// <summary>Makes a new legacy activity with its inputs.</summary>
    /// <exception cref="InvalidOperationException">The host has a service of a legacy runtime that cannot be used here.</exception>
    public InteropRun New(NativeActivityContext context, BookmarkCallback onResumed)
    {
        CheckServices(context);
        LegacyActivity root = _workflow!.NewTree(null, isSaved: true);
        foreach (InteropArgumentBinding binding in bindings.Where(static binding => !binding.Declared.IsOutput))
        {
            binding.Declared.Property.SetValue(root, binding.Argument.Get(context), BindingFlags.DoNotWrapExceptions, null, null, null);
        }

        return new InteropRun(this, root, context, onResumed);
    }

    /// <summary>Makes a saved legacy activity.</summary>
    /// <exception cref="SnapshotException">The saved state is damaged, or does not fit the activity.</exception>
    public InteropRun Restore(NativeActivityContext context, InteropSave save, BookmarkCallback onResumed)
    {
        CheckServices(context);
        return InteropRun.Restore(this, _workflow!, context, save, onResumed);
    }

    public void ReadOutputs(NativeActivityContext context, LegacyActivity root)
    {
        foreach (InteropArgumentBinding binding in bindings.Where(static binding => binding.Declared.IsOutput))
        {
            binding.Argument.Set(context, binding.Declared.Property.GetValue(root, BindingFlags.DoNotWrapExceptions, null, null, null));
        }
    }

    private void CheckServices(NativeActivityContext context)
    {
        foreach (Type refused in InteropRules.RefusedServices)
        {
            if (InteropExtensions.Get(context, refused) is { } service)
            {
                throw new InvalidOperationException(
                    $"'{displayName}' cannot run while the host has the extension '{service.GetType()}', which is a service of a WorkflowRuntime; remove it, only ExternalDataExchangeService can be used.");
            }
        }
    }
}

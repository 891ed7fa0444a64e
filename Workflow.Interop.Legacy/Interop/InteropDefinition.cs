extern alias WorkflowCore;
using System.Reflection;
using Workflow.Interop.Legacy.ComponentModel.Compiler;
using Workflow.Interop.Legacy.Runtime;
using WorkflowCore::Workflow;
using WorkflowCore::Workflow.Persistence;
using LegacyActivity = Workflow.Interop.Legacy.ComponentModel.Activity;

namespace Workflow.Interop.Legacy;

/// <summary>An argument that the application has bound, and the runtime argument with its value.</summary>
internal sealed record InteropArgumentBinding(InteropArgument Declared, RuntimeArgument Argument);

/// <summary>The definition of the legacy activity of an <c>Interop</c> activity, and its bound arguments. Creates and restores runs. Thread-safe.</summary>
internal sealed class InteropDefinition(string displayName, Type type, InteropArgumentBinding[] bindings, Action<LegacyActivity> prepare)
{
    private WorkflowDefinition? _workflow;

    /// <summary>True if the activity cannot run in a transaction of the workflow. Set by <see cref="Problems"/>.</summary>
    public bool NeedsOwnTransaction { get; private set; }

    /// <summary>Creates and validates the legacy activity.</summary>
    /// <returns>The problems as sentences; empty if there are none.</returns>
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
            // The constructor and the property setters are application code, which can throw any exception.
            return [$"An object of the type could not be made: {exception.Message} Correct the type or ActivityMetaProperties."];
        }
    }

    private LegacyActivity New(Type created)
    {
        LegacyActivity root = (LegacyActivity)Activator.CreateInstance(
            created, BindingFlags.Public | BindingFlags.Instance | BindingFlags.DoNotWrapExceptions, null, null, null)!;
        prepare(root);
        return root;
    }

    /// <summary>Creates a legacy activity and sets its inputs.</summary>
    /// <exception cref="InvalidOperationException">The host has an extension that is an unsupported service of a WorkflowRuntime.</exception>
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

    /// <summary>Restores a saved legacy activity.</summary>
    /// <exception cref="SnapshotException">The saved state is damaged, or does not match the activity.</exception>
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

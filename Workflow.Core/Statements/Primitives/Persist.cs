namespace Workflow.Statements;

/// <summary>Saves the workflow instance, and completes when it is saved.</summary>
/// <remarks>
/// <para>The instance is saved when nothing prevents it, such as a running asynchronous activity or a no-persist zone in another branch.
/// Other branches continue until then, and may continue before this activity completes (rule 7.3). If the save fails, the workflow is aborted.</para>
/// <para>In a no-persist zone, the activity would wait for itself. Inside a <see cref="NoPersistScope"/>, it is a validation error. In another zone, which
/// validation cannot detect, or in a transaction, it fails with an <see cref="InvalidOperationException"/>.</para>
/// </remarks>
public sealed class Persist : NativeActivity
{
    /// <summary>Creates the activity.</summary>
    public Persist()
    {
    }

    /// <inheritdoc/>
    protected override bool CanInduceIdle => true;

    /// <inheritdoc/>
    protected override void CacheMetadata(NativeActivityMetadata metadata)
    {
        if (Enclosing(ActivityTraits.NoPersistZone) is { } zone)
        {
            metadata.AddValidationError(
                $"'{DisplayName}' requests a save inside '{zone.DisplayName}', which prevents saves; move it out of that scope.");
        }
    }

    /// <inheritdoc/>
    protected override void Execute(NativeActivityContext context) => context.RequestSave();
}

namespace Workflow.Statements;

/// <summary>Has the workflow instance saved, and completes when that is done.</summary>
/// <remarks>
/// <para>The save happens as soon as nothing keeps the instance from being saved: an asynchronous activity that runs beside it, or a no-persist zone elsewhere.
/// Other branches go on until then, and may go on before this activity completes (rule 7.3). A save that fails aborts the workflow.</para>
/// <para>Inside a no-persist zone it would wait for itself: below a <see cref="NoPersistScope"/> it is a validation error, in a zone that validation cannot see, and
/// in a transaction, an <see cref="InvalidOperationException"/> when it runs.</para>
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

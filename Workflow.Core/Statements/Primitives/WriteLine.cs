namespace Workflow.Statements;

/// <summary>Writes one line of text.</summary>
public sealed class WriteLine : CodeActivity
{
    /// <summary>Where to; null, the default, or null in a run: a <see cref="System.IO.TextWriter"/> extension when there is one, else the console.</summary>
    public InArgument<TextWriter>? TextWriter { get; set; }

    /// <summary>The text; null, the default, or null in a run: an empty line.</summary>
    public InArgument<string>? Text { get; set; }

    /// <inheritdoc/>
    protected override void CacheMetadata(CodeActivityMetadata metadata)
    {
        RuntimeArgument text = new(nameof(Text), typeof(string), ArgumentDirection.In);
        metadata.Bind(Text, text);
        metadata.AddArgument(text);
        RuntimeArgument writer = new(nameof(TextWriter), typeof(TextWriter), ArgumentDirection.In);
        metadata.Bind(TextWriter, writer);
        metadata.AddArgument(writer);
    }

    /// <inheritdoc/>
    protected override void Execute(CodeActivityContext context)
    {
        TextWriter writer = TextWriter?.Get(context) ?? context.GetExtension<TextWriter>() ?? Console.Out;
        writer.WriteLine(Text?.Get(context));
    }
}

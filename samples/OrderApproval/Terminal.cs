namespace OrderApproval;

/// <summary>The output of the program and the input of a person; the input is null if there is no terminal.</summary>
internal sealed record Terminal(TextWriter Output, TextWriter Error, TextReader? Input);
